import { expect } from './fixtures.ts';
import type { Page } from './fixtures.ts';

type Place = Page | ReturnType<Page['getByRole']>;
const pageOf = (place: Place): Page => ('page' in place ? place.page() : place);

/** Replaces the value of a date field: `Nov 20, 2026, 6:30 PM`, `2026-11-20`. */
export async function fillDate(place: Place, label: string, text: string): Promise<void> {
  const field = place.getByLabel(label);
  await field.fill(text);
  await field.press('Enter');
}

/** Selects an option of a searchable list, with the keyboard only. */
export async function choose(place: Place, label: string | RegExp, option: string): Promise<void> {
  const field = place.getByRole('combobox', { name: label });
  await field.fill(option);
  // Look up the list that this field opened, because a previous one may still be fading out.
  await expect(field).toHaveAttribute('aria-controls', /./);
  const list = pageOf(place).locator(`[id="${await field.getAttribute('aria-controls')}"]`);
  const popup = pageOf(place).locator('.ant-select-dropdown').filter({ has: list });
  await expect(popup.locator(`.ant-select-item-option-active[title="${option}"]`)).toBeVisible();
  await field.press('Enter');
  // A multiple select stays open. Any other closes by itself; pressing Escape would close the surrounding
  // dialog.
  const several = field.locator('xpath=ancestor::*[contains(@class, "ant-select-multiple")]');
  if ((await several.count()) === 0) await expect(field).toHaveAttribute('aria-expanded', 'false');
  else if ((await field.getAttribute('aria-expanded')) === 'true') await field.press('Escape');
}
