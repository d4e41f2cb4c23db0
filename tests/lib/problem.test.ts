import { describe, expect, it } from 'vitest';
import { problemCode, problemFields, problemMessage, texts } from '#lib/problem.ts';

describe('messages for people', () => {
  it.each([
    ['its message', { message: 'That username is taken.' }, 'That username is taken.'],
    ['a message in data', { data: { message: 'Nested.' } }, 'Nested.'],
    ['a message in a message', { message: { message: 'Deeper.' } }, 'Deeper.'],
    ['a message in an error', { error: { message: 'Inside.' } }, 'Inside.'],
    ['a message in a response’s data', { response: { data: { message: 'Far.' } } }, 'Far.'],
    ['an error that carries one', new Error('Said by the server.'), 'Said by the server.'],
    ['nothing from a blank one', { message: '  ' }, texts.somethingWrong],
    ['nothing from a bug of ours', new TypeError('x is undefined'), texts.somethingWrong],
    ['nothing from nothing', undefined, texts.somethingWrong],
    ['nothing from a word', 'oops', texts.somethingWrong],
  ])('%s', (_, problem, told) => expect(problemMessage(problem)).toBe(told));

  it("uses the caller's fallback", () =>
    expect(problemMessage({}, texts.wrongCredentials)).toBe('Incorrect credentials!'));
  it("keeps the specification's wording", () => {
    expect(Object.values(texts)).toEqual([
      'Please login!',
      'Incorrect credentials!',
      'Something went wrong, please try again later',
      'Error occurred, please try again later',
      'Changes saved',
      'Message deleted',
      'Message deleted!',
    ]);
  });
});

describe('form errors', () => {
  it('include the first message of each field', () => {
    const errors = [
      { field: 'email', message: 'Enter an email address.' },
      { field: 'email', message: 'Too long.' },
      { field: 'name', message: 'Enter a name.' },
      { field: 3 },
    ];
    expect(problemFields({ errors })).toEqual({ email: 'Enter an email address.', name: 'Enter a name.' });
    expect(problemFields({ data: { errors } })).toHaveProperty('name');
    expect(problemFields(null)).toEqual({});
  });
  it('include the code', () =>
    expect([problemCode({ code: 'conflict' }), problemCode({ data: { code: 'x' } }), problemCode(1)]).toEqual(
      ['conflict', 'x', null],
    ));
});
