import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { useTheme } from 'next-themes';
import { IconButton } from '#ui/content/button.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';

/** The theme to switch to. Until hydration the current one is unknown, so the button offers dark. */
export function useOtherTheme() {
  const { resolvedTheme, setTheme } = useTheme();
  const known = useHydrated();
  const other = known && resolvedTheme === 'dark' ? 'light' : 'dark';
  return { other, label: other === 'dark' ? 'Dark theme' : 'Light theme', change: () => setTheme(other) };
}

export function ThemeSwitch() {
  const { other, label, change } = useOtherTheme();
  const Icon = other === 'dark' ? Moon : Sun;
  return (
    <IconButton label={label} onClick={change}>
      <Icon size={20} />
    </IconButton>
  );
}
