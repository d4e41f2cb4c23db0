import App from 'antd/es/app';
import ConfigProvider from 'antd/es/config-provider';
import theme from 'antd/es/theme';
import type { ReactNode } from 'react';
import { antdParts, antdTokens } from './theme-tokens.ts';
import { useThemeName } from '../hooks/use-theme-name.ts';

/** The policy lets only style elements with the page's nonce in; scripts of the page carry it. */
const nonceNow = () => document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;

/**
 * antd with our colours, for the few studio parts that need it (a range of dates, a large table). Import it together
 * with them through `next/dynamic` and `ssr: false`: it weighs 39 kB, and no public page may load it.
 */
export function AntdProvider({ children }: { children: ReactNode }) {
  const name = useThemeName();
  return (
    <ConfigProvider
      csp={{ nonce: nonceNow() }}
      theme={{
        algorithm: name === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
        token: antdTokens(name),
        components: antdParts(name),
        cssVar: { key: 'app' },
        hashed: false,
      }}
    >
      <App>{children}</App>
    </ConfigProvider>
  );
}
