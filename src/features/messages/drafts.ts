const keyOf = (conversationId: string) => `draft:${conversationId}`;

/** The unsent text of a conversation; empty if there is none. */
export function readDraft(conversationId: string): string {
  try {
    return sessionStorage.getItem(keyOf(conversationId)) ?? '';
  } catch {
    return '';
  }
}

/** Saves unsent text for the lifetime of the tab. */
export function writeDraft(conversationId: string, text: string): void {
  try {
    if (text) sessionStorage.setItem(keyOf(conversationId), text);
    else sessionStorage.removeItem(keyOf(conversationId));
  } catch {
    // Storage is full or blocked. The text is still in the field.
  }
}
