"""Names of people in twenty scripts, two of each."""

from collections.abc import Mapping

NAMES: Mapping[str, tuple[str, str]] = {
    "Latin": ("Thị Ánh", "Þórður"),
    "Greek": ("Ευτυχία", "Ἀλέξανδρος"),
    "Cyrillic": ("Любовь", "Айгүл"),
    "Han": ("刘婧钰", "陳怡君"),
    "Hiragana": ("さくら", "ゆづき"),
    "Katakana": ("カタリナ", "ヴェルナー"),
    "Hangul": ("김철수", "이서연"),
    "Arabic": ("محمد", "ژاله"),
    "Hebrew": ("דוד", "מִרְיָם"),
    "Armenian": ("Արամ", "Նարե"),
    "Georgian": ("ნინო", "გიორგი"),
    "Devanagari": ("अमित", "श्रेया"),
    "Bengali": ("রবীন্দ্র", "অনন্যা"),
    "Tamil": ("கவிதா", "முருகன்"),
    "Telugu": ("శ్రీనివాస్", "లక్ష్మి"),
    "Gurmukhi": ("ਗੁਰਪ੍ਰੀਤ", "ਸਿਮਰਨ"),
    "Sinhala": ("නිමල්", "කුමාරි"),
    "Thai": ("สมชาย", "น้ำฝน"),
    "Khmer": ("សុភា", "ពិសិដ្ឋ"),
    "Ethiopic": ("አበበ", "ሰላም"),
}
