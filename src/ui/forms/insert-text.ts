/**
 * Replaces a part of a text field as if it had been typed, so that the field's owner hears of it and undo takes it
 * back. The cursor goes behind it, or `select` is selected, counted from the start of what was inserted.
 */
export function insertText(
  field: HTMLTextAreaElement,
  { from, to, text, select }: { from: number; to: number; text: string; select?: readonly [number, number] },
): void {
  field.focus();
  field.setSelectionRange(from, to);
  // Deprecated, but nothing else keeps the history of a field.
  const isDone = 'execCommand' in document && document.execCommand('insertText', false, text);
  if (!isDone) {
    field.setRangeText(text, from, to, 'end');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  if (select) field.setSelectionRange(from + select[0], from + select[1]);
}
