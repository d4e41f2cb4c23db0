import { Button } from '#ui/content/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { InfiniteList } from '#ui/layout/infinite-list.tsx';
import { CardLink, LinkCard } from '#ui/layout/link-card.tsx';
import { PageHeader, Section } from '#ui/layout/page-header.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';

const nothing = () => undefined;

export const Cards = () => (
  <Stack>
    <Card>A card</Card>
    <Card padding="tight">With less padding</Card>
    <LinkCard>
      <CardLink href="/lena">The whole card is a link</CardLink>
    </LinkCard>
  </Stack>
);
export const Headers = () => (
  <PageHeader
    title="Posts"
    text="Everything you have published."
    actions={<Button variant="primary">New post</Button>}
  />
);
export const Sections = () => (
  <Stack>
    <Section title="Limits" text="What new accounts can do." actions={<Button>Edit</Button>}>
      20 conversations a day
    </Section>
    <SectionCard title="In a card">30 comments an hour</SectionCard>
  </Stack>
);
export const Rows = () => (
  <Stack>
    <Row justify="between">
      <span>Left</span>
      <Button>Right</Button>
    </Row>
    <Row justify="end">
      <Button>Cancel</Button>
      <Button variant="primary">Save</Button>
    </Row>
  </Stack>
);
const tabs = [
  { key: 'posts', label: 'Posts', count: 1_204 },
  { key: 'videos', label: 'Videos', count: 12 },
  { key: 'galleries', label: 'Galleries' },
  { key: 'products', label: 'Products', count: 0 },
  { key: 'about', label: 'About' },
] as const;
export const TabBar = () => (
  <Tabs label="Sections" items={tabs} value="videos" onChange={nothing}>
    Twelve videos
  </Tabs>
);
const list = {
  getKey: (name: string) => name,
  hasMore: false,
  loading: false,
  onMore: nothing,
  gap: 8,
  estimate: 60,
};
const card = (name: string) => <Card padding="tight">{name}</Card>;
export const List = () => (
  <InfiniteList {...list} label="Names" items={['Ada', 'Bo', 'Cleo']} skeleton={null} end="That’s everyone">
    {card}
  </InfiniteList>
);
export const ListLoading = () => (
  <InfiniteList {...list} label="Names, loading" items={['Ada']} hasMore loading skeleton="Loading more">
    {card}
  </InfiniteList>
);
export const ListFailed = () => (
  <InfiniteList
    {...list}
    label="Names, failed"
    items={['Ada']}
    hasMore
    error="You’re offline."
    skeleton={null}
  >
    {card}
  </InfiniteList>
);
