import { deskRoutes } from '#config/desk-routes.ts';
import type { PersonRef } from '#contract/across/operator/parts.ts';
import { Link } from '#ui/content/link.tsx';

/** What a person is called at the desk: the username, which is unique, else the name. */
export const formatPersonName = ({ username, name }: PersonRef): string =>
  username === null ? name : `@${username}`;

/** Leads to a person's page at the desk. */
export const PersonLink = ({ person }: { person: PersonRef }) => (
  <Link href={deskRoutes.person(person._id)}>{formatPersonName(person)}</Link>
);
