import { escapeMarkup } from '#lib/markup/escape-markup.ts';

/** Text with its addresses as links, and its line breaks. */
const linked = (text: string): string =>
  escapeMarkup(text)
    .replaceAll(
      /https?:\/\/[^\s<]+[^\s<.,;:)]/g,
      (url) => `<a href="${url}" style="color:inherit">${url}</a>`,
    )
    .replaceAll('\n', '<br>');

/**
 * A mail's text as HTML: paragraphs and links, nothing to load. It names no colors and declares that it is
 * fine with dark, so that mail programs draw it in the reader's own.
 */
export function mailHtml(subject: string, text: string): string {
  const paragraphs = text
    .split(/\n{2,}/)
    .map((paragraph) => `<p style="margin:0 0 16px">${linked(paragraph)}</p>`)
    .join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeMarkup(subject)}</title>
<style>:root { color-scheme: light dark; supported-color-schemes: light dark; }</style>
</head>
<body style="margin:0;padding:24px 16px">
<div style="max-width:560px;margin:0 auto;font:16px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
${paragraphs}
</div>
</body>
</html>
`;
}
