/** A picture that is drawn pixel by pixel, white at first; colours are lists of red, green and blue. */
export class Canvas {
  /**
   * @param {number} width In pixels.
   * @param {number} height In pixels.
   */
  constructor(width, height) {
    // Sets up a new canvas, given width and height.
  }

  /**
   * Fills a rectangle.
   * @param {{ x: number, y: number, width: number, height: number }} area In pixels, from the left and from the top.
   * @param {readonly number[]} colour
   */
  fill({ x, y, width, height }, colour) {
    // Fills a rectangle.
  }
}
