import { demoCreator } from './people/demo-creator.ts';
import { kitchen } from './people/kitchen.ts';
import { photographers } from './people/photographers.ts';
import { crafters } from './people/crafters.ts';
import { athletes } from './people/athletes.ts';
import type { CreatorPlan } from './people/plan.ts';
import { musicAndGames } from './people/music-and-games.ts';
import { createRandom, demoId } from './random.ts';

export interface Creator extends CreatorPlan {
  readonly id: string;
}
export interface Fan {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly bio: string;
  readonly country: string;
}

export const creators: readonly Creator[] = [
  demoCreator,
  ...crafters,
  ...kitchen,
  ...athletes,
  ...musicAndGames,
  ...photographers,
].map((plan) => ({ ...plan, id: demoId(`account ${plan.username}`) }));

const names = [
  'Amelia Stone',
  'Ben Carver',
  'Chidi Obi',
  'Dana Levin',
  'Emre Kaya',
  'Freya Holm',
  'Gus Pereira',
  'Hana Ito',
  'Ivan Petrov',
  'Jaya Menon',
  'Karim Said',
  'Lena Vogt',
  'Marek Zeman',
  'Nadia Rossi',
  'Oskar Lund',
  'Paula Reyes',
  'Quentin Faure',
  'Rania Aziz',
  'Seb Clarke',
  'Tove Berg',
  'Uma Shah',
  'Victor Hugo Dias',
  'Wanda Kowal',
  'Xavi Soler',
  'Yara Costa',
  'Zoe Lambert',
  'Aidan Kelly',
  'Birgit Haas',
  'Carlos Mora',
  'Dilnoza Karim',
  'Ella Novak',
  'Felix Braun',
  'Grace Mwangi',
  'Henrik Dahl',
  'Isla Grant',
  'Jun Park',
  'Katya Orlova',
  'Liam Byrne',
  'Mina Farah',
  'Noah Weiss',
  'Olga Sokol',
  'Pia Jensen',
  'Rafael Cruz',
  'Saoirse Doyle',
  'Tariq Mahmood',
  'Ursula Frei',
  'Vera Lindgren',
  'Will Hartley',
] as const;
/** Of the first fans; the others have none. */
const bios = [
  'Here for the kitchen and the sea.',
  'Learning one thing at a time.',
  'Quiet follower.',
  'Two cats, one guitar.',
  'Plants, mostly.',
  'I read everything and comment rarely.',
  'Night shift, day dreams.',
  'Collecting small good things.',
  'Slow runner, fast eater.',
  'I fix bicycles and listen to records.',
  'Teacher by day.',
  'Always one scarf short.',
  'Looking for the good light.',
  'Retired, and busier than before.',
  'Bread on Saturdays.',
  'Nurse, reader, swimmer.',
  'Half my flat is books.',
  'I like maps.',
  'Father of three, owner of no free evening.',
  'Trains, tea and long letters.',
  'Beginner at everything.',
  'Weekends in the mountains.',
  'I draw badly and often.',
  'Sings in the car.',
  'Gardener without a garden.',
  'Old cameras, new shoes.',
  'Studying for the last exam of my life.',
  'Cold water person.',
  'Software at work, soil at home.',
  'Lives next to a lighthouse.',
  'Vinyl over everything.',
  'I came for the quilts.',
  'One more chapter.',
  'Cooks for too many people.',
  'Looks up at night.',
  'Trying to learn Portuguese.',
] as const;
const countries = ['GB', 'US', 'DE', 'FR', 'SE', 'NL', 'ES', 'IT', 'CA', 'PL', 'IN', 'BR'] as const;

const slug = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]+/g, '.');

/** The fan account offered on the login page. */
export const demoFan: Fan = {
  id: demoId('account demo-fan'),
  username: 'demo-fan',
  name: 'Nora Field',
  country: 'GB',
  bio: 'Weekend potter, weekday accountant. Here for glazes, fog and soup.',
};

export const fans: readonly Fan[] = [
  demoFan,
  ...names.map((name, at): Fan => {
    const random = createRandom(`fan ${name}`);
    const username = slug(name);
    return {
      id: demoId(`account ${username}`),
      username,
      name,
      bio: bios[at] ?? '',
      country: random.pick(countries),
    };
  }),
];

/** Days since a creator or fan created their account. */
export const joinedAgo = ({ username }: Creator | Fan): number =>
  createRandom(`account ${username}`).between(90, 700);

/** Creators who aren't waiting for approval. */
export const openCreators: readonly Creator[] = creators.filter((creator) => !creator.pending);

export function creatorNamed(username: string): Creator {
  const found = creators.find((creator) => creator.username === username);
  if (!found) throw new Error(`the demo data has no ${username}`);
  return found;
}

export function fanNamed(name: string): Fan {
  const found = fans.find((fan) => fan.name === name);
  if (!found) throw new Error(`the demo data has no ${name}`);
  return found;
}
