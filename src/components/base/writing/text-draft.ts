const storageKey = (place: string) => `draft:${place}`;

/** The unsent text of a conversation or a comment; empty if there is none. */
export function readTextDraft(place: string): string {
  try {
    return sessionStorage.getItem(storageKey(place)) ?? '';
  } catch {
    return '';
  }
}

/** Saves unsent text for the lifetime of the tab. */
export function writeTextDraft(place: string, text: string): void {
  try {
    if (text) sessionStorage.setItem(storageKey(place), text);
    else sessionStorage.removeItem(storageKey(place));
  } catch {
    // Storage is full or blocked. The text is still in the field.
  }
}
