import type { Offer, Promotion, Trial } from '#contract/trade/promotions.ts';
import { aCard } from './creators.ts';
import { timeOf } from './times.ts';

export const aPromotion = (changes: Partial<Promotion> = {}): Promotion => ({
  _id: 'o1',
  kind: 'percent',
  percent: 30,
  days: null,
  plan: 'monthly',
  audience: 'all',
  code: null,
  message: '',
  state: 'running',
  endsAt: null,
  endedAt: null,
  maxUses: 12,
  uses: 3,
  left: 9,
  subscribers: 2,
  earned: 1_118,
  createdAt: timeOf(changes._id ?? 'o1'),
  ...changes,
});

export const anOffer = (changes: Partial<Offer> = {}): Offer => ({
  _id: 'o1',
  plan: 'monthly',
  percent: 30,
  price: 699,
  fullPrice: 999,
  left: 12,
  endsAt: '2026-11-30T12:00:00.000Z',
  message: 'Come in',
  ...changes,
});

export const aTrial = (changes: Partial<Trial> = {}): Trial => ({
  code: 'abc',
  days: 7,
  message: '',
  state: 'running',
  left: 4,
  endsAt: null,
  performer: aCard(),
  refusal: null,
  ...changes,
});
