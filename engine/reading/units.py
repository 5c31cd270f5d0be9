"""Units and currencies: how they are written and said."""

from __future__ import annotations

UNITS = {
    "%": ("percent", "percent"), "‰": ("per mille", "per mille"),
    "°C": ("degree Celsius", "degrees Celsius"), "°F": ("degree Fahrenheit", "degrees Fahrenheit"),
    "°K": ("degree Kelvin", "degrees Kelvin"), "°": ("degree", "degrees"),
    "km/h": ("kilometer per hour", "kilometers per hour"),
    "kph": ("kilometer per hour", "kilometers per hour"),
    "kmh": ("kilometer per hour", "kilometers per hour"),
    "m/s": ("meter per second", "meters per second"),
    "m/s²": ("meter per second squared", "meters per second squared"),
    "mi/h": ("mile per hour", "miles per hour"), "mph": ("mile per hour", "miles per hour"),
    "mpg": ("mile per gallon", "miles per gallon"),
    "km²": ("square kilometer", "square kilometers"), "m²": ("square meter", "square meters"),
    "cm²": ("square centimeter", "square centimeters"), "m³": ("cubic meter", "cubic meters"),
    "cm³": ("cubic centimeter", "cubic centimeters"), "ft²": ("square foot", "square feet"),
    "sq ft": ("square foot", "square feet"), "sq. ft.": ("square foot", "square feet"),
    "sq km": ("square kilometer", "square kilometers"), "sq mi": ("square mile", "square miles"),
    "km": ("kilometer", "kilometers"), "m": ("meter", "meters"), "cm": ("centimeter", "centimeters"),
    "mm": ("millimeter", "millimeters"), "nm": ("nanometer", "nanometers"),
    "µm": ("micrometer", "micrometers"), "μm": ("micrometer", "micrometers"),
    "kg": ("kilogram", "kilograms"), "g": ("gram", "grams"), "mg": ("milligram", "milligrams"),
    "µg": ("microgram", "micrograms"), "μg": ("microgram", "micrograms"),
    "kg/m³": ("kilogram per cubic meter", "kilograms per cubic meter"),
    "g/L": ("gram per liter", "grams per liter"), "mg/L": ("milligram per liter", "milligrams per liter"),
    "mg/dL": ("milligram per deciliter", "milligrams per deciliter"),
    "L": ("liter", "liters"), "l": ("liter", "liters"), "ml": ("milliliter", "milliliters"),
    "mL": ("milliliter", "milliliters"), "cl": ("centiliter", "centiliters"),
    "dl": ("deciliter", "deciliters"), "dL": ("deciliter", "deciliters"),
    "ft": ("foot", "feet"), "yd": ("yard", "yards"), "yds": ("yard", "yards"), "mi": ("mile", "miles"),
    "oz": ("ounce", "ounces"), "lb": ("pound", "pounds"), "lbs": ("pound", "pounds"),
    "gal": ("gallon", "gallons"), "tsp": ("teaspoon", "teaspoons"),
    "tbsp": ("tablespoon", "tablespoons"), "ha": ("hectare", "hectares"),
    "h": ("hour", "hours"), "hr": ("hour", "hours"), "hrs": ("hour", "hours"),
    "min": ("minute", "minutes"), "mins": ("minute", "minutes"), "s": ("second", "seconds"),
    "sec": ("second", "seconds"), "secs": ("second", "seconds"), "ms": ("millisecond", "milliseconds"),
    "µs": ("microsecond", "microseconds"), "μs": ("microsecond", "microseconds"),
    "ns": ("nanosecond", "nanoseconds"), "yr": ("year", "years"), "yrs": ("year", "years"),
    "Hz": ("hertz", "hertz"), "kHz": ("kilohertz", "kilohertz"), "MHz": ("megahertz", "megahertz"),
    "GHz": ("gigahertz", "gigahertz"), "W": ("watt", "watts"), "kW": ("kilowatt", "kilowatts"),
    "MW": ("megawatt", "megawatts"), "GW": ("gigawatt", "gigawatts"), "mW": ("milliwatt", "milliwatts"),
    "Wh": ("watt hour", "watt hours"), "kWh": ("kilowatt hour", "kilowatt hours"),
    "MWh": ("megawatt hour", "megawatt hours"), "mAh": ("milliamp hour", "milliamp hours"),
    "V": ("volt", "volts"), "kV": ("kilovolt", "kilovolts"), "mV": ("millivolt", "millivolts"),
    "mA": ("milliamp", "milliamps"), "Ω": ("ohm", "ohms"), "kΩ": ("kilohm", "kilohms"),
    "J": ("joule", "joules"), "kJ": ("kilojoule", "kilojoules"), "cal": ("calorie", "calories"),
    "kcal": ("kilocalorie", "kilocalories"), "Pa": ("pascal", "pascals"),
    "hPa": ("hectopascal", "hectopascals"), "kPa": ("kilopascal", "kilopascals"),
    "psi": ("P S I", "P S I"), "rpm": ("R P M", "R P M"), "fps": ("frame per second", "frames per second"),
    "dpi": ("D P I", "D P I"), "ppm": ("part per million", "parts per million"),
    "dB": ("decibel", "decibels"), "kB": ("kilobyte", "kilobytes"), "KB": ("kilobyte", "kilobytes"),
    "MB": ("megabyte", "megabytes"), "GB": ("gigabyte", "gigabytes"), "TB": ("terabyte", "terabytes"),
    "PB": ("petabyte", "petabytes"), "KiB": ("kibibyte", "kibibytes"), "MiB": ("mebibyte", "mebibytes"),
    "GiB": ("gibibyte", "gibibytes"), "Mb": ("megabit", "megabits"), "Gb": ("gigabit", "gigabits"),
    "kbps": ("kilobit per second", "kilobits per second"),
    "Mbps": ("megabit per second", "megabits per second"),
    "Gbps": ("gigabit per second", "gigabits per second"),
    "MB/s": ("megabyte per second", "megabytes per second"),
    "GB/s": ("gigabyte per second", "gigabytes per second"),
    "MP": ("megapixel", "megapixels"), "px": ("pixel", "pixels"),
    "bpm": ("beat per minute", "beats per minute"),
}  # fmt: skip
"""Written unit -> (said after one, said after other numbers)."""

SPACED_ONLY = frozenset({"s", "m", "V", "W", "J", "L", "l", "g", "h", "MP", "cal", "mi"})
"""Single letters and short words that are units only after a space ("5 m")
or, for m, g and h, directly after the digits; never "1990s", "5L"."""

ATTACHED = frozenset({"m", "g", "h", "L", "V", "W", "s", "l"}) - {"s", "l"}

CURRENCIES = {
    "$": ("dollar", "dollars", "cent", "cents"),
    "£": ("pound", "pounds", "penny", "pence"),
    "€": ("euro", "euros", "cent", "cents"),
    "¥": ("yen", "yen", "sen", "sen"),
    "₹": ("rupee", "rupees", "paisa", "paise"),
    "₽": ("ruble", "rubles", "kopeck", "kopecks"),
    "₩": ("won", "won", "jeon", "jeon"),
    "₪": ("shekel", "shekels", "agora", "agorot"),
    "₺": ("lira", "lira", "kurus", "kurus"),
    "₴": ("hryvnia", "hryvnias", "kopiyka", "kopiykas"),
    "₦": ("naira", "naira", "kobo", "kobo"),
    "฿": ("baht", "baht", "satang", "satang"),
    "¢": ("cent", "cents", "", ""),
}
"""Sign -> (one, many, one hundredth, hundredths)."""

CURRENCY_CODES = {
    "USD": ("U S dollar", "U S dollars"), "EUR": ("euro", "euros"), "GBP": ("pound", "pounds"),
    "JPY": ("yen", "yen"), "CHF": ("Swiss franc", "Swiss francs"),
    "CAD": ("Canadian dollar", "Canadian dollars"), "AUD": ("Australian dollar", "Australian dollars"),
    "INR": ("rupee", "rupees"), "CNY": ("yuan", "yuan"), "SEK": ("Swedish krona", "Swedish kronor"),
}  # fmt: skip

DOLLARS = {"US": "U S", "A": "Australian", "AU": "Australian", "C": "Canadian", "CA": "Canadian",
           "NZ": "New Zealand", "HK": "Hong Kong", "R": "", "S": "Singapore"}  # fmt: skip
"""Letters before ``$`` and the adjective they stand for."""

SCALES = {
    "k": "thousand", "K": "thousand", "m": "million", "M": "million", "mn": "million",
    "bn": "billion", "B": "billion", "b": "billion", "tn": "trillion", "T": "trillion",
    "thousand": "thousand", "million": "million", "billion": "billion", "trillion": "trillion",
    "hundred": "hundred",
}  # fmt: skip
