"""La Cucaracha and Beyond the Empire, with their solo rules."""
