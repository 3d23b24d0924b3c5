/** A picture that is drawn pixel by pixel, white at first; colours are lists of red, green and blue. */
export class Canvas {
  /**
   * @param {number} width In pixels.
   * @param {number} height In pixels.
   */
  constructor(width, height) {
    this.width = width
    this.height = height
    /** Red, green and blue of each pixel, row by row from the top. */
    this.pixels = new Uint8Array(width * height * 3).fill(255)
  }

  /**
   * Fills a rectangle.
   * @param {{ x: number, y: number, width: number, height: number }} area In pixels, from the left and from the top.
   * @param {readonly number[]} colour
   */
  fill({ x, y, width, height }, colour) {
    for (let row = y; row < y + height; row++) {
      for (let column = x; column < x + width; column++) this.pixels.set(colour, 3 * (row * this.width + column))
    }
  }
}
