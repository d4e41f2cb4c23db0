import { screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { PostTextField } from '#features/content/posts/writing/post-text-field.tsx';
import { draw } from '../../../components/setup/draw.tsx';

function Field() {
  const [text, setText] = useState('');
  return <PostTextField rows={3} value={text} error={undefined} onChange={setText} />;
}
const box = () => screen.getByLabelText<HTMLTextAreaElement>('Text', { selector: 'textarea' });

describe('the text of a post', () => {
  it('is formatted by buttons and shortcuts, counted, and previewed', async () => {
    const { hand, container } = await draw(<Field />);
    await hand.type(box(), 'big');
    box().setSelectionRange(0, 3);
    await hand.click(screen.getByRole('button', { name: 'Bold' }));
    expect(box().value).toBe('**big**');
    box().setSelectionRange(7, 7);
    await hand.keyboard(' and ');
    await hand.keyboard('{Control>}i{/Control}small');
    expect(box().value).toBe('**big** and *small*');
    expect(screen.getByText('19 of 5,000 characters')).toBeTruthy();
    await hand.click(screen.getByRole('tab', { name: 'Preview' }));
    expect(container.querySelector('strong')?.textContent).toBe('big');
    expect(container.querySelector('em')?.textContent).toBe('small');
    await hand.click(screen.getByRole('tab', { name: 'Write' }));
    expect(box().value).toBe('**big** and *small*');
  });

  it('takes emoji at the cursor', async () => {
    const { hand } = await draw(<Field />);
    await hand.type(box(), 'Hi ');
    await hand.click(screen.getByRole('button', { name: 'Emoji' }));
    await hand.click(await screen.findByRole('menuitem', { name: 'Wave' }));
    expect(box().value).toBe('Hi 👋');
  });
});
