import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

test('reads where the broker is and how the server proves itself there [SCALE-02]', () => {
  const { broker } = readConfig({
    MQTT_URL: 'mqtts://trace:p%40ss@broker.example.com',
    MQTT_CERT: '/etc/trace/c.pem',
    MQTT_KEY: '/etc/trace/k.pem',
  });
  expect(broker).toEqual({
    ...{ host: 'broker.example.com', port: 8_883, isTls: true, user: { name: 'trace', password: 'p@ss' } },
    certificate: { file: '/etc/trace/c.pem', keyFile: '/etc/trace/k.pem' },
    caFile: null,
  });
  expect(readConfig({ MQTT_URL: 'mqtt://[::1]:1900' }).broker).toMatchObject({
    host: '::1',
    port: 1_900,
    isTls: false,
  });
  expect(readConfig({}).broker).toBeNull();
});

test.each(['broker.example.com', 'http://broker', 'mqtt://broker/path', 'mqtts://user@broker', 'mqtts://u:p/w@broker'])(
  'refuses the broker address %s with an example, and never names the password [SCALE-02]',
  (MQTT_URL) => {
    const problems = problemsOf({ MQTT_URL });
    expect(problems).toEqual([expect.stringMatching(/^MQTT_URL: must be .*mqtts:\/\/broker\.example\.com:8884/)]);
    expect(problems[0]).not.toContain('p/w');
  },
);

test('asks for the key of a certificate for the broker [SCALE-02]', () => {
  expect(problemsOf({ MQTT_URL: 'mqtts://broker.example.com', MQTT_CERT: 'c.pem' })).toEqual([
    'MQTT_KEY: required because MQTT_CERT is set',
  ]);
});

test('refuses settings of a part that is switched off [SCALE-02]', () => {
  expect(problemsOf({ MQTT_CA: 'ca.pem', DC09_PUBLIC_HOST: 'hubs.example.com' })).toEqual([
    'MQTT_CA: works only with MQTT_URL',
    'DC09_PUBLIC_HOST: works only with DC09_PORT',
  ]);
});
