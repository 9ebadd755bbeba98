import { useState } from 'react';
import { type Control, useFormContext } from 'react-hook-form';
import { api, type TownResponse } from '../../../api/endpoints';
import { useApiDispatch } from '../../../api/useApiDispatch';
import { useLatestTask } from '../../../api/useLatestTask';
import { defaultValues, type ListingValues } from '../values';

const noTowns: readonly TownResponse[] = [];

/**
 * A value that is still the filled one, or the default, is not the user's. Kept for each form, because
 * the fields unmount with their step.
 */
const filledTowns = new WeakMap<Control<ListingValues>, Pick<ListingValues, 'city' | 'region'>>();

/**
 * Fills city and state from a postal code, but leaves what the user has typed or chosen. If the postal
 * code has several towns, they are offered instead.
 */
export function useTownFill() {
  const dispatch = useApiDispatch();
  const startTask = useLatestTask();
  const { control, getValues, setValue } = useFormContext<ListingValues>();
  const [towns, setTowns] = useState(noTowns);

  const fill = <Name extends 'city' | 'region'>(name: Name, value: ListingValues[Name]) => {
    const filled = filledTowns.get(control) ?? defaultValues();
    if (getValues(name) !== filled[name]) return;
    setValue<'city' | 'region'>(name, value);
    filledTowns.set(control, { ...filled, [name]: value });
  };

  return {
    /** Of the postal code, if it has several. */
    towns,
    fillFrom: (typed: string) => {
      const postalCode = typed.trim();
      startTask(async (wait) => {
        if (!/^\d{5}$/.test(postalCode)) return setTowns(noTowns);
        const request = dispatch(api.endpoints.listTowns.initiate({ postalCode }, { subscribe: false }));
        const { data } = await wait(request);
        const found = data?.payload ?? noTowns;
        const [first, ...others] = found;
        setTowns(others.length > 0 ? found : noTowns);
        if (!first) return;
        fill('city', others.length === 0 ? first.city : '');
        if (others.every(({ region }) => region === first.region)) fill('region', first.region);
      });
    },
  };
}
