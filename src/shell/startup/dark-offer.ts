import { useTheme } from 'next-themes';
import { useEffect } from 'react';
import { toast } from '#ui/overlays/toast.ts';

const offeredKey = 'dark-offered';
/** Where next-themes keeps a choice. */
const chosenKey = 'theme';

/**
 * Offers the dark theme once in a browser whose device is dark. The site starts light there too, until somebody
 * chooses (specification section 2).
 */
export function useDarkOffer(): void {
  const { setTheme } = useTheme();
  useEffect(() => {
    if (!matchMedia('(prefers-color-scheme: dark)').matches) return;
    if (localStorage.getItem(offeredKey) ?? localStorage.getItem(chosenKey)) return;
    localStorage.setItem(offeredKey, '1');
    toast.info('Your device uses dark mode.', {
      lasts: 20_000,
      action: { label: 'Switch to dark', run: () => setTheme('dark') },
    });
  }, [setTheme]);
}
