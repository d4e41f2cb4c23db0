import { describe, test } from 'vitest';
import { editsOf } from '../../edits/every.ts';
import { walkField } from '../../edits/walk.ts';
import { testBackend } from '../../setup/backend.ts';

const app = await testBackend();

describe.each(editsOf('mediaItems'))('%s', (route, edit) => {
  const cases = Object.keys(edit.states).flatMap((state) =>
    Object.keys(edit.fields).map((path) => [state, path] as const),
  );
  test.each(cases)('%s: %s', (state, path) => walkField(app, { route, edit, state, path }));
});
