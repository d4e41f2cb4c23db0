let underway = 0;

/** Whether a navigation that the session caused hasn't arrived yet. */
export const isNavigating = (): boolean => underway > 0;

/** Navigates because of the session. Another navigation may cancel it, so the guard looks again afterwards. */
export async function navigation(move: () => Promise<unknown>): Promise<void> {
  underway += 1;
  try {
    await move();
  } finally {
    underway -= 1;
  }
}
