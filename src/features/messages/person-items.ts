import { routes } from '#config/routes.ts';
import type { PerformerCard } from '#contract/core/schemas.ts';
import { againstPerson } from '#components/accounts/person-menu.tsx';
import type { Api } from '#services/http/api.ts';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { muteItems } from './mute-items.tsx';

/** The menu of a conversation. For a creator, it loads whether their mass messages are muted. */
export const personItems = async (api: Api, person: PerformerCard): Promise<MenuItem[]> => [
  ...(person.isPerformer ? await muteItems(api, person) : []),
  ...againstPerson(person, routes.messages),
];
