const key = 'voice:rate';
export const voiceRates: readonly number[] = [1, 1.5, 2];

/** The speed that was chosen last on this device. */
export function readRate(): number {
  try {
    const rate = Number(localStorage.getItem(key));
    return voiceRates.includes(rate) ? rate : 1;
  } catch {
    return 1;
  }
}

export function keepRate(rate: number): void {
  try {
    localStorage.setItem(key, String(rate));
  } catch {
    // Storage is full or blocked; the speed lasts as long as the player.
  }
}
