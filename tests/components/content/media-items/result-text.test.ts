import { expect, it } from 'vitest';
import { resultText } from '#components/content/media-items/result-text.ts';

it.each([
  ['a draft that is published', 'published', 'draft', 'Published'],
  ['an archived item that is back', 'published', 'archived', 'Restored'],
  ['what is published later', 'scheduled', 'draft', 'Scheduled'],
  ['what is still processed', 'processing', 'draft', 'It will be published when processing is done'],
  ['what waits', 'waiting', 'draft', 'It will be published once everyone you tagged has accepted'],
  ['a scheduled item that is a draft again', 'draft', 'scheduled', 'Moved to drafts'],
  ['a new draft', 'draft', null, 'Saved as a draft'],
  ['what only changed', 'draft', 'draft', 'Changes saved'],
  ['what failed', 'failed', 'processing', 'Changes saved'],
])('after saving, says what became of %s', (...[, after, before, text]) =>
  expect(resultText({ state: after }, before === null ? null : { state: before })).toBe(text),
);

it('has the words of the kind, such as a product’s', () =>
  expect(resultText({ state: 'published' }, { state: 'draft' }, 'On sale')).toBe('On sale'));
