/** After a price: "$27.00 every 3 months". */
export const everyPeriod = {
  free: '',
  gift: '',
  monthly: ' a month',
  quarterly: ' every 3 months',
  semiannual: ' every 6 months',
  yearly: ' a year',
} as const;

/** A plan as a label. */
export const planLabels = {
  free: 'Free',
  gift: 'Gift',
  monthly: 'Monthly',
  quarterly: '3 months',
  semiannual: '6 months',
  yearly: 'Yearly',
} as const;

/** Before a noun: "your 3-month subscription". */
export const planAdjectives = {
  free: 'free',
  gift: 'gift',
  monthly: 'monthly',
  quarterly: '3-month',
  semiannual: '6-month',
  yearly: 'yearly',
} as const;

/** Complements a verb: "switch to a 3-month plan", "is yearly". */
export const planNames = {
  free: 'free',
  gift: 'a gift',
  monthly: 'monthly',
  quarterly: 'a 3-month plan',
  semiannual: 'a 6-month plan',
  yearly: 'yearly',
} as const;

/** What one payment buys: "$27.00 for 3 months of Mara". */
export const periodNames = {
  monthly: 'a month',
  quarterly: '3 months',
  semiannual: '6 months',
  yearly: 'a year',
} as const;

/** After the price of an offer: "$4.99 for the first month". */
export const firstPeriods = {
  monthly: 'for the first month',
  yearly: 'for the first year',
} as const;
