import { escapeMarkup } from '#lib/markup/escape-markup.ts';

/** A sentence of the document as HTML. What stands in backticks is code. */
export const textHtml = (text: string): string =>
  escapeMarkup(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
