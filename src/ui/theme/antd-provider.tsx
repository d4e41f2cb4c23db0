import ConfigProvider from 'antd/es/config-provider';
import theme from 'antd/es/theme';
import type { ReactNode } from 'react';
import { antdParts, antdTokens } from './theme-tokens.ts';
import { useThemeName } from '../hooks/use-theme-name.ts';

/** The content security policy only allows style elements with the page's nonce, which its scripts carry. */
const nonceNow = () => document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;

/** Popups opened inside a modal dialog must render inside it, because the dialog covers everything else. */
const popupContainer = (trigger?: HTMLElement): HTMLElement => trigger?.closest('dialog') ?? document.body;

/**
 * antd with our theme, for studio and account pages (tables, dates, long lists). Import it only in lazily
 * loaded code: it adds 37 kB, and no public page may load it.
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
