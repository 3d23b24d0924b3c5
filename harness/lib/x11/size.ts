/** The size of the screen of every display, in pixels. Missions name it in their briefs. */
export const SCREEN = { width: 1280, height: 800 } as const
