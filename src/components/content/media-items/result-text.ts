const texts: Readonly<Record<string, string>> = {
  processing: 'It will be published when processing is done',
  waiting: 'It will be published once everyone you tagged has accepted',
  scheduled: 'Scheduled',
  draft: 'Moved to drafts',
  archived: 'Archived',
};

interface Item {
  readonly state: string;
}

/** A short message about the outcome of saving; `before` is null for a new item. */
export function resultText(after: Item, before: Item | null, publishedText = 'Published'): string {
  if (after.state === before?.state) return 'Changes saved';
  if (after.state === 'published') return before?.state === 'archived' ? 'Restored' : publishedText;
  if (after.state === 'draft' && !before) return 'Saved as a draft';
  return texts[after.state] ?? 'Changes saved';
}
