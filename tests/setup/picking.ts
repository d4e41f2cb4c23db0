import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** What a person does with a date field: type over what is there, and go on. */
export async function typeDate(hand: UserEvent, label: string | RegExp, text: string): Promise<void> {
  const input = await screen.findByLabelText<HTMLInputElement>(label, { selector: 'input' });
  await hand.clear(input);
  await hand.type(input, `${text}{Enter}`);
}

/**
 * Finds an option of a long list by typing, and presses it. Its keys are walked in a real browser: antd reads
 * key codes, which jsdom has none of.
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
