import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ConfirmAction } from '#components/base/lists/confirm-action.tsx';
import { toastStore } from '#ui/overlays/toast.ts';
import { problem } from '../state/setup/fake-api.ts';
import { draw } from './setup/draw.tsx';

describe('an action that is confirmed first', () => {
  it('stays open with the reason when it is refused, and can be tried again', async () => {
    const refusal = problem(409, { code: 'conflict', message: 'It’s being sent right now.' });
    const answers: { error?: unknown }[] = [{ error: refusal }, {}];
    const happened: string[] = [];
    const { hand } = await draw(
      <ConfirmAction
        title="Delete “Kiln”?"
        confirmLabel="Delete it"
        action={() => Promise.resolve(answers.shift() ?? {})}
        doneText="It’s gone"
        onDone={() => happened.push('done')}
        onClose={() => happened.push('closed')}
      >
        This can’t be undone.
      </ConfirmAction>,
    );
    const button = () => screen.getByRole('button', { name: 'Delete it' });
    await hand.click(button());
    expect(await screen.findByText('It’s being sent right now.')).toBeTruthy();
    expect(happened).toEqual([]);
    expect(toastStore.read()).toEqual([]);
    await hand.click(button());
    await waitFor(() => expect(happened).toEqual(['closed', 'done']));
    expect(screen.queryByText('It’s being sent right now.')).toBeNull();
    expect(toastStore.read().map(({ text }) => text)).toEqual(['It’s gone']);
  });
});
