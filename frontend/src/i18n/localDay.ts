/** The day in the time zone of the browser, as the API and date fields write it: `2027-04-01`. */
export function localDay(date: Date): string {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

const two = (number: number): string => String(number).padStart(2, '0');
