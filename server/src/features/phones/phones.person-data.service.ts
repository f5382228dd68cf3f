import type { PersonData } from '#platform/actor/person-data';
import { deletePhonesOf, listPhonesOf } from './phones.store.ts';

/** The phones of a person, without secrets. Deleting the account deletes them with their devices. */
export const phonesPersonData: PersonData = {
  feature: 'phones',
  async read(executor, personId) {
    const rows = await listPhonesOf(executor, personId);
    return {
      phones: rows.map(({ serial, nickname, secretMadeAt }) => ({
        serialNumber: serial,
        name: nickname,
        secretMadeAt,
      })),
    };
  },
  // The device of the phone is deleted with the account by devices.
  forget: deletePhonesOf,
};
