import type { Log } from '../../ports/ports.ts';

/** Says at start where mail to whoever runs the site goes while no contact address is set. */
export async function warnWithoutContact({
  settings,
  config: { demo, publicUrl },
  log,
}: {
  readonly settings: { all(): Promise<{ readonly contactEmail: string | null }> };
  readonly config: { readonly demo: boolean; readonly publicUrl: string };
  readonly log: Pick<Log, 'warn'>;
}): Promise<void> {
  if (demo) return;
  const { contactEmail } = await settings.all();
  if (contactEmail !== null) return;
  log.warn(
    `No contact address is set, so mail to the site goes to operator@${new URL(publicUrl).hostname}. Set yours: npm run operator -- settings set contactEmail you@example.com`,
  );
}
