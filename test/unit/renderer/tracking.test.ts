import { describe, expect, test } from 'vitest';
import { personValues } from '../../../engine/values/person.ts';
import { withOnly } from '../../../renderer/tracking/address.ts';
import { hashUser, sha256Of } from '../../../renderer/tracking/hash.ts';

describe('hashes', () => {
  test.each([
    ['john_smith@gmail.com', '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f'],
    ['16505551212', 'e323ec626319ca94ee8bff2e4c87cf613be6ea19919ed1364124e16807ab3176'],
    ['valéry', '08e1996b5dd49e62a4b4c010d44e4345592a863bb9f8e3976219bac29417149c'],
    ['11987654321', '4fd70d38eff60fe8cf9f324b3979a076c595ebec57da7b6f0a5fb6a2b6723015'],
    ['5511987654321', '029c7290f14c4516673508635f0519db95f7daf42057fd0e4ad1de84c5408a66'],
    ['br', '885036a0da3dff3c3e05bc79bf49382b12bc5098514ed57ce0875aba1aa2c40d'],
    ['', ''],
  ])('of %s', (text, hash) => {
    expect(sha256Of(text)).toBe(hash);
  });

  test('of a user: trimmed, in lower case, digits only, first and last name', () => {
    expect(
      personValues({ email: ' John_Smith@Gmail.com ', phone: '(11) 98765-4321', name: '  Maria Clara  Souza ' }),
    ).toEqual({
      em: 'john_smith@gmail.com',
      ph: '11987654321',
      fn: 'maria',
      ln: 'souza',
    });
    expect(hashUser({ email: ' John_Smith@Gmail.com ', phone: '(11) 98765-4321', name: 'Valéry' })).toEqual({
      em: '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f',
      ph: '4fd70d38eff60fe8cf9f324b3979a076c595ebec57da7b6f0a5fb6a2b6723015',
      fn: '08e1996b5dd49e62a4b4c010d44e4345592a863bb9f8e3976219bac29417149c',
      ln: '',
    });
  });

  test('of missing values are empty', () => {
    expect(hashUser({ email: null, phone: '' })).toEqual({ em: '', ph: '', fn: '', ln: '' });
  });
});

describe('addresses', () => {
  const allowed = ['src', 'utm_source'];

  test('keep only the declared parameters when they leave', () => {
    expect(
      withOnly(
        'https://casa.example/r?nome=Ana&cpf=52998224725&telefone=11987654321&answers=%5B1%5D&utm_source=x&uid=1#faq',
        allowed,
      ),
    ).toBe('https://casa.example/r?utm_source=x#faq');
  });

  test.each([
    'ana@casa.example',
    'ana%40casa.example',
    'ana%2540casa.example',
    'promo-ana@casa.example-2',
    '%2B5511987654321',
    '+5511987654321',
  ])('lose a declared parameter whose value is %s', (value) =>
    expect(withOnly(`https://casa.example/r?src=a&utm_source=${value}&utm_source=b`, allowed)).toBe(
      'https://casa.example/r?src=a',
    ),
  );

  test('lose every parameter of an undeclared name, and a fragment that is not an anchor', () => {
    expect(withOnly('https://casa.example/r?cpf=1&src=a&cpf=2&CPF=3#cpf=52998224725', allowed)).toBe(
      'https://casa.example/r?src=a',
    );
  });

  test('with declared parameters only are unchanged', () => {
    const plain = 'https://casa.example/p?src=1&utm_source=a%20b+c#metodo';
    expect(withOnly(plain, allowed)).toBe(plain);
  });
});
