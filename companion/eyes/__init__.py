"""What the camera's frames tell, over time: which places have settled, and what came to lie or went there.

Law: a machine without a clock or a thread: frames go in with their times, `Seen` comes out. All memory of pixels is
here.
"""
