/** The systems of units, each with what one of its units is in kilograms or metres. */
export const UNITS = {
  metric: {
    label: 'Metric (kg, cm)',
    weight: { name: 'kilograms', kilograms: 1 },
    height: { name: 'centimetres', metres: 0.01 },
  },
  imperial: {
    label: 'Imperial (lb, in)',
    weight: { name: 'pounds', kilograms: 0.45359237 },
    height: { name: 'inches', metres: 0.0254 },
  },
}

/**
 * Gives the name of a system of units, metric unless another known one is asked for.
 * @param {string | null} name
 * @returns {'metric' | 'imperial'}
 */
export function unitsNamed(name) {
  return name === 'imperial' ? 'imperial' : 'metric'
}
