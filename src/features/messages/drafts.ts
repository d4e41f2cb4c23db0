const keyOf = (conversationId: string) => `draft:${conversationId}`;

/** What was written and not sent in a conversation; empty where the browser keeps nothing. */
export function readDraft(conversationId: string): string {
  try {
    return sessionStorage.getItem(keyOf(conversationId)) ?? '';
  } catch {
    return '';
  }
}

/**
 * Keeps an unsent text for as long as the tab lives. A browser that forbids it loses no more than the draft.
 */
export function writeDraft(conversationId: string, text: string): void {
  try {
    if (text) sessionStorage.setItem(keyOf(conversationId), text);
    else sessionStorage.removeItem(keyOf(conversationId));
  } catch {
    // A full or forbidden storage: the text is still in the field.
  }
}
