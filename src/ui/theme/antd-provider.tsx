import ConfigProvider from 'antd/es/config-provider';
import theme from 'antd/es/theme';
import type { ReactNode } from 'react';
import { antdParts, antdTokens } from './theme-tokens.ts';
import { useThemeName } from '../hooks/use-theme-name.ts';

/** The policy lets only style elements with the page's nonce in; scripts of the page carry it. */
const nonceNow = () => document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;

/** A modal dialog lies above everything outside of it, so what opens from inside it opens inside it. */
const popupContainer = (trigger?: HTMLElement): HTMLElement => trigger?.closest('dialog') ?? document.body;

/**
 * antd with our colours, for studio and account pages (tables, dates, long lists). Import it together with
 * the part that needs it, in code that is loaded for that part: it weighs 37 kB, and no public page may load
 * it.
 */
export function AntdProvider({ children }: { children: ReactNode }) {
  const name = useThemeName();
  return (
    <ConfigProvider
      csp={{ nonce: nonceNow() }}
      getPopupContainer={popupContainer}
      theme={{
        algorithm: name === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
        token: antdTokens(name),
        components: antdParts(name),
        cssVar: { key: 'app' },
        hashed: false,
      }}
    >
      {children}
    </ConfigProvider>
  );
}
