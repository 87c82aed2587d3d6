import { unattendedHeader } from '@dayline/contracts/endpoints/definition';
import { jest } from '@jest/globals';
import { fireEvent } from '@testing-library/react';
import { answer } from '../testing/server.ts';
import { whenUsedWithoutCalls } from './attended.ts';
import { call } from './client.ts';

let now = Date.now();
let noted = 0;
beforeAll(() => {
  jest.spyOn(Date, 'now').mockImplementation(() => now);
  whenUsedWithoutCalls(() => {
    noted += 1;
  });
});
afterAll(() => jest.restoreAllMocks());
beforeEach(() => {
  noted = 0;
});
const second = 1_000;
const pass = (seconds: number) => {
  now += seconds * second;
};

test('a call 30 s after the last press or key is the page’s own, and says so', async () => {
  const made = answer('listClients', []);
  const isUse = async () => {
    await call('listClients', {});
    return !made.at(-1)?.headers.has(unattendedHeader);
  };
  fireEvent.pointerDown(document.body);
  pass(29);
  expect(await isUse()).toBe(true);
  pass(1);
  expect(await isUse()).toBe(false);
  fireEvent.keyDown(document.body, { key: 'a' });
  expect(await isUse()).toBe(true);
});

test('somebody who types for long without a call is noted once a minute', async () => {
  answer('listClients', []);
  fireEvent.keyDown(document.body, { key: 'a' });
  await call('listClients', {});
  for (let typed = 0; typed < 6; typed += 1) {
    pass(10);
    fireEvent.keyDown(document.body, { key: 'a' });
  }
  expect(noted).toBe(1);
  for (let typed = 0; typed < 5; typed += 1) {
    pass(10);
    fireEvent.keyDown(document.body, { key: 'a' });
  }
  expect(noted).toBe(1);
  await call('listClients', {});
  pass(10);
  fireEvent.keyDown(document.body, { key: 'a' });
  expect(noted).toBe(1);
});

test('nobody is noted while nobody is there', () => {
  pass(3_600);
  expect(noted).toBe(0);
});
