import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Replaces the value of a date field and confirms it. */
export async function typeDate(hand: UserEvent, label: string | RegExp, text: string): Promise<void> {
  const input = await screen.findByLabelText<HTMLInputElement>(label, { selector: 'input' });
  await hand.clear(input);
  await hand.type(input, `${text}{Enter}`);
}

/**
 * Finds an option of a searchable list by typing, and clicks it. Keyboard selection is tested in real
 * browsers, because antd relies on key codes, which jsdom doesn't set.
 */
export async function choose(hand: UserEvent, label: string | RegExp, option: string): Promise<void> {
  const input = await screen.findByRole('combobox', { name: label });
  await hand.type(input, option);
  await hand.click(
    await waitFor(() => {
      const shown = screen.getAllByTitle(option).find((each) => each.matches('.ant-select-item-option'));
      if (!shown) throw new Error(`No option “${option}”`);
      return shown;
    }),
  );
}
