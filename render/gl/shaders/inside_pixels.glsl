uniform vec2 pixels; // of the picture
