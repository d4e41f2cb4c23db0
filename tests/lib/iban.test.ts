import { describe, expect, test } from 'vitest';
import { hasIbans, ibanCountry, isIban, isRoutingNumber, normalAccount } from '#lib/iban.ts';

const good = [
  'DE89370400440532013000',
  'GB29NWBK60161331926819',
  'FR1420041010050500013M02606',
  'NO9386011117947',
  'MT84MALT011000012345MTLCAST001S',
  'BR1800360305000010009795493C1',
  'CH9300762011623852957',
  'LC55HEMM000100010012001200023015',
  'BI4210000100010000332045181',
  'DJ2100010000000154000100186',
  'FK88SC123456789012',
  'HN88CABF00000000000250005469',
];

describe('an IBAN', () => {
  test.each(good)('%s is valid', (iban) => expect(isIban(iban)).toBe(true));
  test('with one character mistyped, or two adjacent ones swapped, is invalid', () => {
    for (const iban of good) {
      for (let place = 2; place < iban.length; place += 1) {
        const character = iban[place]!;
        const other = /\d/.test(character)
          ? String((Number(character) + 1) % 10)
          : character === 'Z'
            ? 'Y'
            : String.fromCharCode(character.charCodeAt(0) + 1);
        expect([iban, place, isIban(iban.slice(0, place) + other + iban.slice(place + 1))]).toEqual([
          iban,
          place,
          false,
        ]);
        const next = iban[place + 1];
        if (next && next !== character)
          expect([
            iban,
            place,
            'swapped',
            isIban(iban.slice(0, place) + next + character + iban.slice(place + 2)),
          ]).toEqual([iban, place, 'swapped', false]);
      }
    }
  });
  test('of another length, of a country without IBANs, in lowercase or empty, is invalid', () => {
    expect(
      [
        'DE8937040044053201300',
        'DE893704004405320130000',
        'US89370400440532013000',
        'de89370400440532013000',
        'DE',
        '',
        '__proto__',
        'DE89 3704 0044 0532 0130 00',
      ].filter(isIban),
    ).toEqual([]);
  });
  test('with check digits that are right is invalid where its country has another format or check digits of its own', () => {
    const letterForDigit = 'DE4637O400440532013000';
    const spanishDigits = 'ES7021000418450200051322';
    expect([isIban(letterForDigit), isIban(spanishDigits), isIban('ES9121000418450200051332')]).toEqual([
      false,
      false,
      true,
    ]);
  });
  test('is accepted with spaces and dashes', () =>
    expect(normalAccount(' de89 3704-0044 0532 0130 00 ')).toBe(good[0]));
  test('is the account format in Germany, but not in the United States', () =>
    expect([hasIbans('DE'), hasIbans('US'), hasIbans('toString')]).toEqual([true, false, false]));
  test('is the account format of every country in the registry', () => {
    const registered =
      'AD AE AL AT AZ BA BE BG BH BI BR BY CH CR CY CZ DE DJ DK DO EE EG ES FI FK FO FR GB GE GI GL GR GT HN HR HU IE IL IQ IS IT JO KW KZ LB LC LI LT LU LV LY MC MD ME MK MN MR MT MU NI NL NO OM PK PL PS PT QA RO RS RU SA SC SD SE SI SK SM SO ST SV TL TN TR UA VA VG XK YE';
    expect(registered.split(' ').filter((country) => !hasIbans(country))).toEqual([]);
  });
  test.each([
    ['Guadeloupe', 'GP', 'FR'],
    ['Åland', 'AX', 'FI'],
    ['Jersey', 'JE', 'GB'],
    ['Italy', 'IT', 'IT'],
  ])('of %s starts with the country whose banks issue it', (_, place, code) =>
    expect([hasIbans(place), ibanCountry(place)]).toEqual([true, code]),
  );
});

test('a routing number has nine digits, the last of which is a check digit', () => {
  expect(['021000021', '011401533', '091000019'].filter(isRoutingNumber)).toHaveLength(3);
  expect(
    ['021000022', '000000000', '02100002', '0210000210', 'abcdefghi', ''].filter(isRoutingNumber),
  ).toEqual([]);
});
