import { type ReactNode, useEffect } from 'react';
import { useQueryParams } from '#components/base/lists/query-params.ts';
import { Tabs } from '#ui/layout/tabs.tsx';
import { Stack } from '#ui/layout/stack.tsx';

export interface AccountTab {
  readonly key: string;
  readonly label: string;
  readonly content: () => ReactNode;
}

/** The tabs of an account page, kept in the URL. The first one is the page without a tab. */
export function AccountTabs({ tabs }: { tabs: readonly AccountTab[] }) {
  const params = useQueryParams();
  const current = tabs.find(({ key }) => key === params.get('tab')) ?? tabs[0];
  // Links in emails that were sent before there were tabs.
  useEffect(() => {
    if (window.location.hash === '#notifications') params.set({ tab: 'notifications' });
    // oxlint-disable-next-line react/exhaustive-deps -- only where the page was opened
  }, []);
  if (!current) return null;
  return (
    <Tabs
      label="Account"
      items={tabs}
      value={current.key}
      onChange={(key) => params.set({ tab: key === tabs[0]?.key ? '' : key })}
    >
      <Stack key={current.key} gap={24}>
        {current.content()}
      </Stack>
    </Tabs>
  );
}
