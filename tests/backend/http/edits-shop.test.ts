import { describe, test } from 'vitest';
import { casesOf, editsOf } from '../../edits/every.ts';
import { walkField } from '../../edits/walk.ts';
import { testBackend } from '../../setup/backend.ts';

const app = await testBackend();

describe.each(editsOf('shop'))('%s', (route, edit) => {
  test.each(casesOf(edit))('%s: %s', (state, path) => walkField(app, { route, edit, state, path }));
});
