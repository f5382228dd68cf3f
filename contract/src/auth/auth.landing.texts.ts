import { authTexts } from './auth.texts.ts';
import { pingRules } from '../ping/ping.rules.ts';

const [worksWithHub, plugAndTrack, zeroSetup] = authTexts.promisePoints;

/** Words of the landing page. */
export const landingTexts = {
  product: 'Trace',
  skip: 'Skip to content',
  headline: ['Know the', 'moment it moves.'],
  lead: 'GPS trackers and alarm hubs in one place. Your installer sets them up in minutes. You see where your things are and get an alert when something is wrong.',
  user: "I'm a User",
  installer: "I'm an Installer",
  login: 'Login',
  support: authTexts.supportLogin,
  start: 'Start',
  pointsLabel: 'Why Trace',
  points: [
    {
      title: worksWithHub,
      text: 'Link a tracker to your alarm hub. With premium, a press of its panic button reaches the people you chose, with a live position.',
    },
    { title: plugAndTrack, text: 'Power it on and verify the serial number. No app to pair, no firmware to flash.' },
    {
      title: zeroSetup,
      text: 'Your installer assigns a device to your email address. It appears the next time you sign in.',
    },
  ],
  sample: {
    name: 'Work ute',
    serial: 'Trace_4F21',
    status: 'Online',
    seen: 'Last seen just now',
    at: '-33.868800, 151.209300',
  },
  consentTitle: 'You decide who sees your location.',
  consentText:
    'An installer can request access for 5 to 60 minutes. You approve or deny it, and access ends automatically.',
  consentLogged: 'Every view is logged.',
  stepsTitle: 'Three steps to your map.',
  steps: [
    {
      title: 'The installer registers the device',
      text: 'The serial number is checked against the registry before anything is saved.',
    },
    {
      title: 'The device is assigned to your email address',
      text: 'Sign in, and the device is already named and on your map.',
    },
    {
      title: 'Ping it, or follow it live',
      text: `${pingRules.freePerDay} pings a day on the free plan. Live tracking and the 24-hour path with premium.`,
    },
  ],
  legalLabel: 'Legal and support',
  terms: 'Terms',
  privacy: 'Privacy',
} as const;
