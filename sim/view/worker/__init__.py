"""What works beside the window: processes of their own that answer its questions."""
